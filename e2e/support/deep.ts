/** Whether `npm run test:deep` runs the tests: those that ask do more of the same then, and have the tag of a suite. */
export const isDeep = process.env.DEEP !== undefined;
