import { useMutation } from "@tanstack/react-query";
import { api } from "../base/api.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { PlainButton } from "../kit/form/plain-button.tsx";
import { PlainField } from "../kit/form/plain-field.tsx";
import { Form } from "../kit/form/form.tsx";
import { follow } from "./entry.ts";
import { Frame } from "./frame.tsx";

export default function SecondFactor() {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const attempt = useMutation<void, Error, Record<"code", string>>({
    mutationFn: async ({ code }) => follow(await api.post("/auth/login/second-factor", { body: { token, code } })),
  });
  return (
    <Frame title={t("session.code.title")} about={t("session.code.about")}>
      <Form<"code"> onSubmit={(values) => attempt.mutate(values)} error={attempt.error} label={t("session.code.title")}>
        <PlainField
          name="code"
          label={t("session.code")}
          autoComplete="one-time-code"
          inputMode="numeric"
          isRequired
          autoFocus
          mono
        />
        <PlainButton type="submit" variant="main" isPending={attempt.isPending}>{t("session.signIn")}</PlainButton>
      </Form>
      <div className="entry-links">
        <Link to="/sign-in">{t("session.toSignIn")}</Link>
      </div>
    </Frame>
  );
}
