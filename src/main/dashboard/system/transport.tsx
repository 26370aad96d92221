import { useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { FailureNote, Note } from "../kit/failure.tsx";
import { Time } from "../kit/time.tsx";
import type { Transport as State } from "./api.ts";

/** The mail server: where it is, whether it takes mail, and a try whether it would. */
export function Transport({ transport }: { transport: State }) {
  const test = useChange("post", "/system/transport/test", { refreshes: ["/system"] });
  const isAway = transport.status === "away";
  return (
    <section className="sheet stack-small" aria-labelledby="transport">
      <div className="system-transport">
        <div>
          <h2 id="transport" className="row-wrap">
            {t("system.transport")}
            <Badge tone={isAway ? "bad" : "good"} icon={isAway ? "warning" : "check"}>
              {isAway ? t("system.away") : t("system.noFailure")}
            </Badge>
          </h2>
          <p className="soft system-address">{addressOf(transport)}</p>
        </div>
        <Button icon="play" isPending={test.isPending} onPress={() => test.mutate({})}>{t("system.test")}</Button>
      </div>
      {isAway && (
        <p>
          {t("system.awaySince")} <Time at={transport.since} />
        </p>
      )}
      {transport.lastFailure && (
        <p className="small">
          <span className="soft">
            {t("system.lastFailure")} <Time at={transport.lastFailure.since} />, {transport.lastFailure.node}:
          </span>{" "}
          {transport.lastFailure.reply}
        </p>
      )}
      <div role="status">
        {test.data && (test.data.ok
          ? <Note tone="good">{t("system.testOk", { milliseconds: test.data.milliseconds })}</Note>
          : (
            <Note tone="bad">
              <p>{test.data.problem}</p>
              {test.data.reply && <p className="small">{test.data.reply}</p>}
            </Note>
          ))}
      </div>
      {test.error && <FailureNote error={test.error} />}
    </section>
  );
}

function addressOf({ kind, host, port, tls, signsIn, connections }: State): string {
  if (kind === "catcher") return t("system.catcher");
  const parts = [
    `${host}:${port}`,
    t(`system.tls.${(tls ?? "none") as "none" | "opportunistic" | "required" | "implicit"}`),
    signsIn ? t("system.signsIn") : t("system.noSignIn"),
    t("system.connections", { count: connections }),
  ];
  return parts.join(" · ");
}
