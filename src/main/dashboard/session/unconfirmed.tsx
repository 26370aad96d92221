import { useMutation } from "@tanstack/react-query";
import { signOut } from "../app/sign-out.ts";
import { go, href } from "../base/address.ts";
import { api } from "../base/api.ts";
import { client } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { FailureNote, Note } from "../kit/failure.tsx";
import { nextPage } from "./entry.ts";
import { Frame } from "./frame.tsx";

/** The page of a user whose address has to be verified before anything else. */
export default function Unconfirmed() {
  const request = useMutation<unknown, Error>({ mutationFn: () => api.post("/auth/request-verification") });
  const proceed = () => {
    client.clear();
    go(href(nextPage()), { replace: true });
  };
  return (
    <Frame title={t("session.verify")} about={t("session.unconfirmed.about")}>
      {request.error && <FailureNote error={request.error} />}
      {request.isSuccess && <Note tone="good">{t("session.unconfirmed.sent")}</Note>}
      <Button variant="main" onPress={proceed}>{t("session.unconfirmed.done")}</Button>
      <Button isPending={request.isPending} onPress={() => request.mutate()}>{t("session.unconfirmed.again")}</Button>
      <div className="entry-links">
        <Button variant="quiet" onPress={() => void signOut()}>{t("session.unconfirmed.signOut")}</Button>
      </div>
    </Frame>
  );
}
