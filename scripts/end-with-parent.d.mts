export function onStop(stop: (signal: NodeJS.Signals) => void): void;
