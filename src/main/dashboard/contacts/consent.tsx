import { useState } from "react";
import { useAnswer } from "../base/data.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { Icon } from "../kit/icon.tsx";
import { Empty, Loaded } from "../kit/states.tsx";
import { Time } from "../kit/time.tsx";
import { causeOf, type Change, type Consent as Answer } from "./consent-words.ts";

const FIRST = 20;
const MOST = 100;

/** The history of a contact's subscription: when it changed, by what, and the evidence. */
export function Consent({ contactId }: { contactId: string }) {
  const [limit, setLimit] = useState(FIRST);
  const consent = useAnswer("/contacts/{id}/consent", {
    path: { id: contactId } as never,
    query: { limit } as never,
  }, { topics: [`contact:${contactId}`] });
  return (
    <Loaded query={consent as never} lines={4}>
      {({ history, hasMore }: Answer) =>
        history.length === 0
          ? (
            <Empty icon="shield" title={t("contacts.noConsent")}>
              <p>{t("contacts.noConsentText")}</p>
            </Empty>
          )
          : (
            <div className="stack-small">
              <ol role="list" className="contacts-timeline">
                {history.map((change) => <Line key={change.at + change.type} change={change} />)}
              </ol>
              {hasMore && limit < MOST && (
                <div>
                  <Button onPress={() => setLimit(MOST)}>{t("contacts.earlier")}</Button>
                </div>
              )}
            </div>
          )}
    </Loaded>
  );
}

function Line({ change }: { change: Change }) {
  const { type, first, at, evidence } = change;
  return (
    <li>
      <Icon name={type === "UNSUBSCRIBED" ? "close" : "check"} size={16} />
      <div className="grow">
        <span className="row-wrap">
          <Badge tone={type === "UNSUBSCRIBED" ? "watch" : "good"}>
            {t(first ? `contacts.consent.first.${type}` : `contacts.consent.${type}`)}
          </Badge>
          <span>{causeOf(change)}</span>
        </span>
        {evidence.proof && <span className="contacts-about soft">“{evidence.proof}”</span>}
        {evidence.emailId && (
          <span className="contacts-about small">
            <Link to={`messages/${evidence.emailId}`}>{t("contacts.consent.openMail")}</Link>
          </span>
        )}
      </div>
      <span className="small soft">
        <Time at={at} />
      </span>
    </li>
  );
}
