import { formatNumber } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Note } from "../kit/failure.tsx";
import { translate } from "../kit/server-words.ts";
import { Time } from "../kit/time.tsx";
import { isStopped, reasonWord, type Source } from "./site.ts";

/** The traffic of one egress source to the site. */
export function OneSource({ source }: { source: Source }) {
  const id = `source-${source.source}`;
  return (
    <section className="sheet stack-small" aria-labelledby={id}>
      <div className="row-wrap">
        <h2 id={id} className="receivers-source receivers-words">{source.source}</h2>
        <span className="soft small">
          {t("receivers.seen")} <Time at={source.seenAt} />
        </span>
      </div>
      <p className="soft small">
        {[
          t("receivers.rateOf", { count: formatNumber(source.perHour) }),
          t("receivers.connectionsOf", { open: source.openConnections, most: source.maxConnections }),
          t("receivers.perConnection", { count: source.mailsPerConnection }),
        ].join(" · ")}
      </p>
      <Hold source={source} />
      <Suspensions source={source} />
      <Replies source={source} />
    </section>
  );
}

/** The reason why nothing starts now. The sentence is the server's. */
function Hold({ source }: { source: Source }) {
  const { reason, sentence, waitsUntil } = source;
  if (!reason) return <p>{t("receivers.starts")}</p>;
  return (
    <Note tone={isStopped(source) ? "watch" : "info"}>
      <p>
        <b>{reasonWord(reason)}</b>
        {waitsUntil && (
          <>
            {" · "}
            {t("receivers.until")} <Time at={waitsUntil} />
          </>
        )}
      </p>
      {sentence && <p className="small receivers-words">{translate(sentence)}</p>}
    </Note>
  );
}

function Suspensions({ source: { source, suspensions } }: { source: Source }) {
  if (suspensions.length === 0) return null;
  return (
    <>
      <h3>{t("receivers.suspensions")}</h3>
      <ul role="list" className="receivers-list">
        {suspensions.map((each, at) => (
          <li key={`${source} ${at}`}>
            <div className="row-wrap">
              <Badge tone={each.reason === "operator" ? "watch" : "bad"}>{reasonWord(each.reason)}</Badge>
              <span className="soft small">
                {each.senderDomain && `${t("receivers.onlyFrom", { domain: each.senderDomain })} · `}
                {t("receivers.until")} <Time at={each.until} />
              </span>
            </div>
            <p className="small receivers-words">{translate(each.sentence)}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Replies({ source: { lastReplies } }: { source: Source }) {
  if (lastReplies.length === 0) return null;
  return (
    <>
      <h3>{t("receivers.replies")}</h3>
      <ul role="list" className="receivers-list">
        {lastReplies.map(({ at, reply }) => (
          <li key={at + reply}>
            <code className="receivers-words">{reply}</code>
            <span className="soft small receivers-line">
              <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
