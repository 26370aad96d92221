import { useState } from "react";
import { useAnswer } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Button } from "../kit/form/button.tsx";
import { Note } from "../kit/failure.tsx";
import type { IconName } from "../kit/icon-names.ts";
import { Loaded } from "../kit/states.tsx";
import type { Tone } from "../kit/statuses.ts";
import type { DeliveryCheck } from "./api.ts";

type State = "failed" | "warning" | "unknown" | "ok";
type Name =
  | "port-25"
  | "ehlo-name"
  | "reverse-name"
  | "block-list"
  | "spf"
  | "dkim"
  | "dmarc"
  | "smtp-tls"
  | "submission-tls"
  | "postmaster"
  | "clock";

/** The badge of each state, in the order in which they are shown. */
const stateToBadge: Record<State, { tone: Tone; icon: IconName }> = {
  failed: { tone: "bad", icon: "warning" },
  warning: { tone: "watch", icon: "warning" },
  unknown: { tone: "plain", icon: "question" },
  ok: { tone: "good", icon: "check" },
};
const order = Object.keys(stateToBadge);

/** A check, on request, whether other mail systems take emails from here, with what to do about each finding. */
export function Delivery() {
  const [isStarted, setStarted] = useState(false);
  const check = useAnswer("/system/delivery-check", {}, { enabled: isStarted });
  const start = () => isStarted ? void check.refetch() : setStarted(true);
  return (
    <section className="sheet stack-small" aria-labelledby="delivery-check">
      <div className="system-transport">
        <div>
          <h2 id="delivery-check">{t("system.delivery")}</h2>
          <p className="soft">{t("system.deliveryAbout")}</p>
        </div>
        <Button icon="play" isPending={check.isFetching} onPress={start}>
          {t(isStarted ? "system.checkAgain" : "system.checkDelivery")}
        </Button>
      </div>
      {isStarted && <Loaded query={check} lines={6}>{(answer) => <Results answer={answer} />}</Loaded>}
    </section>
  );
}

/** The results of the check; findings that need work come first. */
function Results({ answer }: { answer: DeliveryCheck }) {
  const lines = answer.checks.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  const todo = lines.filter((line) => line.state !== "ok").length;
  return (
    <>
      <div role="status">
        <Note tone={todo === 0 ? "good" : lines[0]?.state === "failed" ? "bad" : "watch"}>
          {todo === 0
            ? t("system.checksPassed", { count: lines.length })
            : t("system.checksTodo", { count: todo, all: lines.length })}
        </Note>
      </div>
      <ul className="system-checks">
        {lines.map((line) => <Line key={`${line.check} ${line.subject}`} line={line} />)}
      </ul>
    </>
  );
}

function Line({ line }: { line: DeliveryCheck["checks"][number] }) {
  const state = line.state as State;
  return (
    <li>
      <div className="system-check">
        <p className="grow system-address">
          <b>{t(`system.checked.${line.check as Name}`)}</b> <span className="soft">{line.subject}</span>
        </p>
        <Badge tone={stateToBadge[state].tone} icon={stateToBadge[state].icon}>{t(`system.check.${state}`)}</Badge>
      </div>
      <p className="small system-address">{line.finding}</p>
      {line.advice && <p className="small system-address system-advice">{line.advice}</p>}
    </li>
  );
}
