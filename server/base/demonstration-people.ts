/** The domain of the demonstration's people; it receives no mail. */
export const DEMONSTRATION_DOMAIN = '@demo.example';

/** Whether an address belongs to the demonstration's people, who never get mail. */
export function isDemonstrationAddress(email: string): boolean {
  return email.toLowerCase().endsWith(DEMONSTRATION_DOMAIN);
}
