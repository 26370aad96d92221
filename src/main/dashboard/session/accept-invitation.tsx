import { useMutation, useQuery } from "@tanstack/react-query";
import { go, href } from "../base/address.ts";
import { api } from "../base/api.ts";
import { client } from "../base/data.ts";
import { ApiError } from "../base/errors.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { PlainButton } from "../kit/form/plain-button.tsx";
import { PlainField } from "../kit/form/plain-field.tsx";
import { Form } from "../kit/form/form.tsx";
import { Frame } from "./frame.tsx";
import { FixedAddress, isToken } from "./owner.tsx";

/** Behind the link of an invitation; a password is asked for only where there is no verified account yet. */
export default function AcceptInvitation() {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const join = useMutation<void, Error, Record<string, string>>({
    mutationFn: async ({ password }) => {
      const body = password ? { token, password } : { token };
      const { data } = await api.post("/auth/accept-invitation", { body });
      client.clear();
      go(href(`p/${data.projectId}`), { replace: true });
    },
  });
  const details = useQuery({
    queryKey: ["/auth/invitation-details", token],
    queryFn: async () => (await api.post("/auth/invitation-details", { body: { token } })).data,
    enabled: isToken(token),
    staleTime: Infinity,
    refetchInterval: false,
  });
  const { email, project } = details.data ?? {};
  const needsPassword = details.data?.needsPassword ??
    (join.error instanceof ApiError && join.error.fields.some(({ field }) => field === "password"));
  if (!isToken(token) || email === null) {
    return (
      <Frame title={t("session.invitation")} about={t("session.invitation.void")}>
        <div className="entry-links">
          <Link to="/sign-in">{t("session.toSignIn")}</Link>
        </div>
      </Frame>
    );
  }
  const about = project ? t("session.invitation.to", { project }) : t("session.invitation.about");
  return (
    <Frame title={t("session.invitation")} about={about}>
      <Form onSubmit={(values) => join.mutate(values)} error={join.error} label={t("session.invitation")}>
        {email && <FixedAddress email={email} />}
        {needsPassword && (
          <PlainField
            name="password"
            type="password"
            label={t("session.welcome.password")}
            hint={t("session.password.rule")}
            autoComplete="new-password"
            isRequired
            autoFocus
          />
        )}
        <PlainButton type="submit" variant="main" isPending={join.isPending}>
          {t("session.invitation.join")}
        </PlainButton>
      </Form>
    </Frame>
  );
}
