import { useQuery } from "@tanstack/react-query";
import { api } from "../base/api.ts";
import { t } from "../base/words.ts";
import { PlainField } from "../kit/form/plain-field.tsx";

/** True for a text that may be the token of a link. */
export const isToken = (text: string) => /^[0-9a-f]{64}$/.test(text);

/** The address of the account that a form is about: for people to read and for their password managers to keep. */
export const FixedAddress = ({ email }: { email: string }) => (
  <PlainField
    name="username"
    type="email"
    label={t("session.email")}
    value={email}
    autoComplete="username"
    readOnly
  />
);

/** The address whose password the link of this page sets. */
export function TokenOwner({ token }: { token: string }) {
  const owner = useQuery({
    queryKey: ["/auth/token-owner", token],
    queryFn: async () => (await api.post("/auth/token-owner", { body: { token } })).data.email,
    enabled: isToken(token),
    staleTime: Infinity,
    refetchInterval: false,
  });
  // A link that is not valid has no address; the form says so when it is sent.
  if (!isToken(token) || owner.error || owner.data === null) return null;
  return <FixedAddress email={owner.data ?? ""} />;
}
