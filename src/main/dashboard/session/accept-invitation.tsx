import { useMutation } from "@tanstack/react-query";
import { go, href } from "../base/address.ts";
import { api } from "../base/api.ts";
import { client } from "../base/data.ts";
import { ApiError } from "../base/errors.ts";
import { t } from "../base/words.ts";
import { PlainButton } from "../kit/plain-button.tsx";
import { PlainField } from "../kit/plain-field.tsx";
import { Form } from "../kit/form.tsx";
import { Frame } from "./frame.tsx";

/** Behind the link of an invitation; a password is asked for only where there is no account yet. */
export default function AcceptInvitation() {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const join = useMutation<void, Error, Record<string, string>>({
    mutationFn: async ({ password }) => {
      const body = password ? { token, password } : { token };
      const { data } = await api.post("/auth/accept-invitation", { body: body as never });
      client.clear();
      go(href(`p/${data.projectId}`), { replace: true });
    },
  });
  const needsPassword = join.error instanceof ApiError && join.error.fields.some(({ field }) => field === "password");
  return (
    <Frame title={t("session.invitation")} about={t("session.invitation.about")}>
      <Form onSubmit={(values) => join.mutate(values)} error={join.error} label={t("session.invitation")}>
        {needsPassword && (
          <PlainField
            name="password"
            type="password"
            label={t("session.welcome.password")}
            hint={t("session.password.rule")}
            autoComplete="new-password"
            autoFocus
          />
        )}
        <PlainButton type="submit" look="main" isPending={join.isPending}>{t("session.invitation.join")}</PlainButton>
      </Form>
    </Frame>
  );
}
