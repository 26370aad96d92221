import { api } from "../base/api.ts";
import { client, useAnswer, useChange } from "../base/data.ts";
import { go, href } from "../base/address.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { showFailure } from "../kit/toast.tsx";
import { Time } from "../kit/time.tsx";
import type { OfferedInvitation } from "../generated/api.ts";

type Invitation = OfferedInvitation;

/** Projects somebody has invited the user to. */
export function Invitations() {
  const offered = useAnswer("/users/@me/invitations");
  const accept = useChange("post", "/users/@me/invitations/{id}/accept", {
    onDone: async (answer) => {
      await client.invalidateQueries({ queryKey: ["session"] });
      go(href(`p/${answer.data.projectId}`));
    },
  });
  const decline = (id: string) =>
    api.delete("/users/@me/invitations/{id}", { path: { id } }).then(() => offered.refetch(), showFailure);
  const invitations: Invitation[] = offered.data?.data ?? [];
  if (offered.error && !offered.data) {
    return <FailureNote error={offered.error} onRetry={() => void offered.refetch()} />;
  }
  if (invitations.length === 0) return null;
  return (
    <section className="stack-small">
      <h2>{t("session.invitations")}</h2>
      {accept.error && <FailureNote error={accept.error} />}
      {invitations.map((each) => (
        <div key={each.id} className="sheet spread">
          <div>
            <strong>{each.project}</strong>
            <p className="soft small">
              {t("session.invitations.until")} <Time at={each.expiresAt} />
            </p>
          </div>
          <div className="row">
            <Button onPress={() => decline(each.id)}>{t("session.invitations.decline")}</Button>
            <Button
              variant="main"
              isPending={accept.isPending && accept.variables.path?.id === each.id}
              onPress={() => accept.mutate({ path: { id: each.id } })}
            >
              {t("session.invitation.join")}
            </Button>
          </div>
        </div>
      ))}
    </section>
  );
}
