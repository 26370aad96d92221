/** Members of the API's answers about the user, as these pages read them. */

export interface User {
  id: string;
  email: string;
  /** "PASSWORD", or the provider the account was made with. */
  type: string;
  emailVerified: boolean;
  createdAt: string;
  name: string | null;
  language: string | null;
  timeZone: string | null;
}
