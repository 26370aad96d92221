import { useMutation } from "@tanstack/react-query";
import { api } from "../base/api.ts";
import { t } from "../base/words.ts";
import { ButtonLink } from "../kit/form/button-link.tsx";
import { PlainButton } from "../kit/form/plain-button.tsx";
import { DoneNote } from "../kit/failure.tsx";
import { PlainField } from "../kit/form/plain-field.tsx";
import { Form } from "../kit/form/form.tsx";
import { Frame } from "./frame.tsx";
import { TokenOwner } from "./owner.tsx";

export default function ResetPassword() {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const change = useMutation<unknown, Error, Record<"newPassword", string>>({
    mutationFn: ({ newPassword }) => api.post("/auth/reset-password", { body: { token, newPassword } }),
  });
  return (
    <Frame title={t("session.reset")} about={t("session.reset.about")}>
      {change.isSuccess
        ? (
          <>
            <DoneNote>{t("session.reset.done")}</DoneNote>
            <ButtonLink to="/sign-in" variant="main">{t("session.signIn")}</ButtonLink>
          </>
        )
        : (
          <Form<"newPassword">
            onSubmit={(values) => change.mutate(values)}
            error={change.error}
            label={t("session.reset")}
          >
            <TokenOwner token={token} />
            <PlainField
              name="newPassword"
              type="password"
              label={t("session.newPassword")}
              hint={t("session.password.rule")}
              autoComplete="new-password"
              isRequired
              autoFocus
            />
            <PlainButton type="submit" variant="main" isPending={change.isPending}>
              {t("session.reset.change")}
            </PlainButton>
          </Form>
        )}
    </Frame>
  );
}
