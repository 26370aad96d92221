/** Members of the API's answers about the user, as these pages read them. */

export interface User {
  id: string;
  email: string;
  /** "PASSWORD", or the provider the account was made with. */
  type: string;
  /** Also of whoever came by a provider and chose a password later. */
  hasPassword: boolean;
  emailVerified: boolean;
  createdAt: string;
  name: string | null;
  language: string | null;
  timeZone: string | null;
}
