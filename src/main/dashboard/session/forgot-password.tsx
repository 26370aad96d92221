import { useMutation } from "@tanstack/react-query";
import { api } from "../base/api.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { PlainButton } from "../kit/form/plain-button.tsx";
import { DoneNote } from "../kit/failure.tsx";
import { PlainField } from "../kit/form/plain-field.tsx";
import { Form } from "../kit/form/form.tsx";
import { Frame } from "./frame.tsx";

export default function ForgotPassword() {
  const request = useMutation<unknown, Error, Record<"email", string>>({
    mutationFn: ({ email }) => api.post("/auth/request-password-reset", { body: { email } }),
  });
  return (
    <Frame title={t("session.forgotten")} about={t("session.forgotten.about")}>
      {request.isSuccess ? <DoneNote>{t("session.forgotten.sent")}</DoneNote> : (
        <Form<"email">
          onSubmit={(values) => request.mutate(values)}
          error={request.error}
          label={t("session.forgotten")}
        >
          <PlainField
            name="email"
            type="email"
            label={t("session.email")}
            autoComplete="username"
            isRequired
            autoFocus
          />
          <PlainButton type="submit" variant="main" isPending={request.isPending}>
            {t("session.forgotten.send")}
          </PlainButton>
        </Form>
      )}
      <div className="entry-links">
        <Link to="/sign-in">{t("session.toSignIn")}</Link>
      </div>
    </Frame>
  );
}
