import { useMutation } from "@tanstack/react-query";
import { api } from "../base/api.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { PlainButton } from "../kit/form/plain-button.tsx";
import { PlainField } from "../kit/form/plain-field.tsx";
import { Form } from "../kit/form/form.tsx";
import { follow } from "./entry.ts";
import { Frame } from "./frame.tsx";

export default function SignUp() {
  const attempt = useMutation<void, Error, Record<"email" | "password", string>>({
    mutationFn: async ({ email, password }) => follow(await api.post("/auth/signup", { body: { email, password } })),
  });
  return (
    <Frame title={t("session.signUp")} about={t("session.signUp.about")}>
      <Form<"email" | "password">
        onSubmit={(values) => attempt.mutate(values)}
        error={attempt.error}
        label={t("session.signUp")}
      >
        <PlainField name="email" type="email" label={t("session.email")} autoComplete="username" isRequired autoFocus />
        <PlainField
          name="password"
          type="password"
          label={t("session.password")}
          hint={t("session.password.rule")}
          autoComplete="new-password"
          isRequired
        />
        <PlainButton type="submit" variant="main" isPending={attempt.isPending}>{t("session.signUp")}</PlainButton>
      </Form>
      <div className="entry-links">
        <Link to="/sign-in">{t("session.toSignIn")}</Link>
      </div>
    </Frame>
  );
}
