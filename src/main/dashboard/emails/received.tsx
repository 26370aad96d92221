import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Note } from "../kit/failure.tsx";
import type { Tone } from "../kit/statuses.ts";
import { Fact } from "./facts.tsx";
import type { Inbound } from "./api.ts";

/** The results of authentication of a received email, and the email it replies to. */
export function Received({ inbound }: { inbound: Inbound }) {
  return (
    <section className="sheet stack" aria-label={t("emails.received")}>
      <h2>{t("emails.received")}</h2>
      {inbound.doubt && <Note tone="watch">{t("emails.doubt", { reason: inbound.doubt })}</Note>}
      {inbound.contentMissing && <Note>{t("emails.contentMissing", { place: inbound.contentMissing })}</Note>}
      <dl className="emails-facts">
        {(["spf", "dkim", "dmarc"] as const).map((check) => (
          <Fact key={check} label={check.toUpperCase()}>
            {inbound[check]
              ? <Badge tone={toneOf(inbound[check])}>{inbound[check]}</Badge>
              : <span className="soft">{t("kit.notKnown")}</span>}
          </Fact>
        ))}
        <Fact label={t("emails.envelopeFrom")}>{inbound.envelopeFrom || "<>"}</Fact>
        {inbound.automatic && <Fact label={t("emails.automatic")}>{t("emails.automaticText")}</Fact>}
        {inbound.repliesTo && (
          <Fact label={t("emails.repliesTo")}>
            <Link to={`emails/${inbound.repliesTo}`}>{t("emails.openAnswered")}</Link>
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
