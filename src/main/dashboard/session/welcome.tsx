import { useMutation } from "@tanstack/react-query";
import { api } from "../base/api.ts";
import { t } from "../base/words.ts";
import { PlainButton } from "../kit/form/plain-button.tsx";
import { PlainField } from "../kit/form/plain-field.tsx";
import { Form } from "../kit/form/form.tsx";
import { follow } from "./entry.ts";
import { Frame } from "./frame.tsx";
import { TokenOwner } from "./owner.tsx";

/** Behind the link the console prints at the first start: signs the owner in and asks for a password. */
export default function Welcome() {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const enter = useMutation<void, Error, Record<string, string>>({
    mutationFn: async ({ password }) =>
      follow(await api.post("/auth/first-owner", { body: (password ? { token, password } : { token }) })),
  });
  return (
    <Frame title={t("session.welcome")} about={t("session.welcome.about")}>
      <Form onSubmit={(values) => enter.mutate(values)} error={enter.error} label={t("session.welcome")}>
        <TokenOwner token={token} />
        <PlainField
          name="password"
          type="password"
          label={t("session.welcome.password")}
          hint={t("session.welcome.rule")}
          autoComplete="new-password"
          autoFocus
        />
        <PlainButton type="submit" variant="main" isPending={enter.isPending}>{t("session.welcome.enter")}</PlainButton>
      </Form>
    </Frame>
  );
}
