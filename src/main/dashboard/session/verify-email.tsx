import { useMutation } from "@tanstack/react-query";
import { api } from "../base/api.ts";
import { client } from "../base/data.ts";
import { t } from "../base/words.ts";
import { ButtonLink } from "../kit/form/button-link.tsx";
import { PlainButton } from "../kit/form/plain-button.tsx";
import { DoneNote, FailureNote } from "../kit/failure.tsx";
import { Frame } from "./frame.tsx";

/** The page a verification link leads to; opening it changes nothing, because mail programs fetch links by themselves. */
export default function VerifyEmail() {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const verify = useMutation<unknown, Error>({
    mutationFn: () => api.post("/auth/verify-email", { body: { token } }),
    onSuccess: () => client.clear(),
  });
  return (
    <Frame title={t("session.verify")} about={t("session.verify.about")}>
      {verify.error && <FailureNote error={verify.error} />}
      {verify.isSuccess
        ? (
          <>
            <DoneNote>{t("session.verify.done")}</DoneNote>
            <ButtonLink to="/" variant="main">{t("session.goOn")}</ButtonLink>
          </>
        )
        : (
          <PlainButton variant="main" isPending={verify.isPending} onPress={() => verify.mutate()}>
            {t("session.verify.confirm")}
          </PlainButton>
        )}
    </Frame>
  );
}
