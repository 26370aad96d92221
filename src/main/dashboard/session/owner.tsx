import { useQuery } from "@tanstack/react-query";
import { api } from "../base/api.ts";
import { t } from "../base/words.ts";
import { PlainField } from "../kit/plain-field.tsx";

const TOKEN = /^[0-9a-f]{64}$/;

/** The address whose password the link of this page sets: for people to read and for their password managers to keep. */
export function TokenOwner({ token }: { token: string }) {
  const owner = useQuery({
    queryKey: ["/auth/token-owner", token],
    queryFn: async () => (await api.post("/auth/token-owner", { body: { token } as never })).data.email,
    enabled: TOKEN.test(token),
    staleTime: Infinity,
    refetchInterval: false,
  });
  // A link that is not valid has no address; the form says so when it is sent.
  if (!TOKEN.test(token) || owner.error || owner.data === null) return null;
  return (
    <PlainField
      name="username"
      type="email"
      label={t("session.email")}
      value={owner.data ?? ""}
      autoComplete="username"
      readOnly
    />
  );
}
