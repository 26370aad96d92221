import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Note } from "../kit/failure.tsx";
import type { Tone } from "../kit/statuses.ts";
import { Fact } from "./facts.tsx";
import type { Inbound } from "./mail.ts";

/** The results of authentication of a received mail, and the mail it replies to. */
export function Received({ inbound }: { inbound: Inbound }) {
  return (
    <section className="sheet stack" aria-label={t("messages.received")}>
      <h2>{t("messages.received")}</h2>
      {inbound.doubt && <Note tone="watch">{t("messages.doubt", { reason: inbound.doubt })}</Note>}
      {inbound.contentMissing && <Note>{t("messages.contentMissing", { place: inbound.contentMissing })}</Note>}
      <dl className="messages-facts">
        {(["spf", "dkim", "dmarc"] as const).map((check) => (
          <Fact key={check} label={check.toUpperCase()}>
            {inbound[check]
              ? <Badge tone={toneOf(inbound[check])}>{inbound[check]}</Badge>
              : <span className="soft">{t("kit.notKnown")}</span>}
          </Fact>
        ))}
        <Fact label={t("messages.envelopeFrom")}>{inbound.envelopeFrom || "<>"}</Fact>
        {inbound.automatic && <Fact label={t("messages.automatic")}>{t("messages.automaticText")}</Fact>}
        {inbound.repliesTo && (
          <Fact label={t("messages.repliesTo")}>
            <Link to={`messages/${inbound.repliesTo}`}>{t("messages.openAnswered")}</Link>
          </Fact>
        )}
      </dl>
    </section>
  );
}

function toneOf(verdict: string): Tone {
  if (/^pass/i.test(verdict)) return "good";
  return /fail/i.test(verdict) ? "bad" : "plain";
}
