import { useMutation, useQuery } from "@tanstack/react-query";
import { api } from "../base/api.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { PlainButton } from "../kit/form/plain-button.tsx";
import { Note } from "../kit/failure.tsx";
import { translate } from "../kit/server-words.ts";
import { PlainField } from "../kit/form/plain-field.tsx";
import { Form } from "../kit/form/form.tsx";
import { follow } from "./entry.ts";
import { Frame } from "./frame.tsx";
import { Providers } from "./providers.tsx";

export default function SignIn() {
  const message = new URLSearchParams(location.search).get("message");
  const config = useQuery({ queryKey: ["config"], queryFn: () => api.get("/config"), staleTime: Infinity });
  const features = config.data?.features;
  const attempt = useMutation<void, Error, Record<"email" | "password", string>>({
    mutationFn: async ({ email, password }) => follow(await api.post("/auth/login", { body: { email, password } })),
  });
  return (
    <Frame title={t("session.signIn")}>
      {message && <Note tone="watch">{translate(message)}</Note>}
      <Form<"email" | "password">
        onSubmit={(values) => attempt.mutate(values)}
        error={attempt.error}
        label={t("session.signIn")}
      >
        <PlainField name="email" type="email" label={t("session.email")} autoComplete="username" isRequired autoFocus />
        <PlainField
          name="password"
          type="password"
          label={t("session.password")}
          autoComplete="current-password"
          isRequired
        />
        <PlainButton type="submit" variant="main" isPending={attempt.isPending}>{t("session.signIn")}</PlainButton>
      </Form>
      <Providers flags={features?.authProviders} />
      <div className="entry-links">
        <Link to="/forgotten">{t("session.forgotten")}</Link>
        {features?.signup?.enabled && <Link to="/sign-up">{t("session.toSignUp")}</Link>}
      </div>
    </Frame>
  );
}
