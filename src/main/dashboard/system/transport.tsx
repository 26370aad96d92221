import { useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Button } from "../kit/form/button.tsx";
import { FailureNote, Note } from "../kit/failure.tsx";
import { Time } from "../kit/time.tsx";
import type { Transport as State } from "./api.ts";

/** The mail server: where it is, whether it takes emails, and a try whether it would. */
export function Transport({ transport }: { transport: State }) {
  const test = useChange("post", "/system/transport/test", { refreshes: ["/system"] });
  const isUnreachable = transport.status === "away";
  return (
    <section className="sheet stack-small" aria-labelledby="transport">
      <div className="system-transport">
        <div>
          <h2 id="transport" className="row-wrap">
            {t("system.transport")}
            <Badge tone={isUnreachable ? "bad" : "good"} icon={isUnreachable ? "warning" : "check"}>
              {isUnreachable ? t("system.away") : t("system.noFailure")}
            </Badge>
          </h2>
          <p className="soft system-address">{addressOf(transport)}</p>
        </div>
        {hasServer(transport) && (
          <Button icon="play" isPending={test.isPending} onPress={() => test.mutate({})}>{t("system.test")}</Button>
        )}
      </div>
      {isUnreachable && (
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
      {transport.relays.map((relay) => (
        <p key={relay.name} className="row-wrap small">
          {relay.name}
          <Badge tone={relay.open ? "bad" : "good"}>{t(relay.open ? "system.relayOpen" : "system.relayClosed")}</Badge>
          {relay.open && <span className="soft">{relay.lastReply}</span>}
        </p>
      ))}
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

/** True when there is a server to try: with direct delivery there may be none. */
function hasServer({ kind, host }: State): boolean {
  return kind !== "direct" || Boolean(host);
}

function addressOf(transport: State): string {
  const { kind, host, port, tls, signsIn, connections } = transport;
  if (kind === "catcher") return t("system.catcher");
  if (!hasServer(transport)) return t("system.direct");
  const parts = [
    ...(kind === "direct" ? [t("system.directBeside")] : []),
    `${host}:${port}`,
    t(`system.tls.${(tls ?? "none") as "none" | "opportunistic" | "required" | "implicit"}`),
    signsIn ? t("system.signsIn") : t("system.noSignIn"),
    t("system.connections", { count: connections }),
  ];
  return parts.join(" · ");
}
