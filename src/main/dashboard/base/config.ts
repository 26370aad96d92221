/** What pages read of the answer of /config, which its description leaves open. */
export interface Config {
  features?: {
    billing?: { enabled: boolean };
    email?: { provider: "catcher" | "smtp" };
    authProviders?: Record<string, unknown>;
    signup?: { enabled: boolean };
  };
}
