import { useAnswer, useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Button } from "../kit/form/button.tsx";
import { Icon } from "../kit/icon.tsx";
import { Loaded } from "../kit/states.tsx";
import { Time } from "../kit/time.tsx";
import { showFailure, showToast } from "../kit/toast.tsx";
import { programOf } from "./program.ts";

/** The sessions of the account, that of this browser first. */
export function Sessions() {
  const sessions = useAnswer("/users/@me/sessions");
  const refreshes = ["/users/@me/sessions"];
  const end = useChange("delete", "/users/@me/sessions/{id}", {
    refreshes,
    onDone: () => showToast(t("account.ended")),
  });
  const endOthers = useChange("delete", "/users/@me/sessions", {
    refreshes,
    onDone: (answer) => showToast(t("account.endedOthers", { count: answer.data.ended })),
  });
  return (
    <section className="sheet" aria-labelledby="sessions">
      <Loaded query={sessions} lines={3}>
        {({ data }) => {
          const all = [...data].sort((one, other) => Number(other.current) - Number(one.current));
          return (
            <>
              <div className="spread">
                <h2 id="sessions">{t("account.sessions")}</h2>
                {all.length > 1 && (
                  <Button
                    isPending={endOthers.isPending}
                    onPress={() => endOthers.mutate({}, { onError: showFailure })}
                  >
                    {t("account.endOthers")}
                  </Button>
                )}
              </div>
              <ul role="list">
                {all.map((each) => (
                  <li key={each.id} className="account-session">
                    <Icon name={/Mobile|iPhone|Android/.test(each.userAgent ?? "") ? "phone" : "desktop"} size={20} />
                    <div className="grow">
                      <b title={each.userAgent ?? ""}>{programOf(each.userAgent) ?? t("account.unknownProgram")}</b>
                      <p className="hint">
                        {each.address ?? t("account.unknownAddress")} · {t("account.used")}{" "}
                        <Time at={each.lastUsedAt} />
                      </p>
                    </div>
                    {each.current ? <Badge tone="good">{t("account.thisOne")}</Badge> : (
                      <Button
                        variant="quiet"
                        onPress={() => end.mutate({ path: { id: each.id } }, { onError: showFailure })}
                      >
                        {t("account.end")}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
