import { useMutation } from "@tanstack/react-query";
import { Page } from "../app/page.tsx";
import { useHasRole } from "../app/session.tsx";
import { api } from "../base/api.ts";
import { refresh, useAnswer } from "../base/data.ts";
import type { PageProps } from "../base/feature.ts";
import { t } from "../base/words.ts";
import { Badge, Status } from "../kit/badge.tsx";
import { Button } from "../kit/form/button.tsx";
import { FailureNote, Note } from "../kit/failure.tsx";
import { Snippet } from "../kit/snippet.tsx";
import { Loaded } from "../kit/states.tsx";
import { Time } from "../kit/time.tsx";
import { showToast } from "../kit/toast.tsx";
import { type Domain, isForTrial } from "./domain-types.ts";
import { KeyAndRemoval } from "./key-and-removal.tsx";
import { RecordCard } from "./record.tsx";
import { translate } from "./server-words.ts";

/** One domain: the records it needs, what DNS has instead, and how to set them. */
export default function DomainPage({ params }: PageProps) {
  const id = params["id"]!;
  const domain = useAnswer("/domains/{id}", { path: { id } }, { topics: ["domain"] });
  const shown = domain.data;
  const check = useMutation<{ verified: boolean }, Error>({
    mutationFn: () => api.get("/domains/{id}/verify", { path: { id } }),
    onSuccess: async (answer) => {
      showToast(answer.verified ? t("domains.checkedGood") : t("domains.checkedNot"));
      await refresh("/domains");
    },
  });
  return (
    <Page
      title={shown?.domain ?? t("app.page.domain")}
      above={{ label: t("app.page.domains"), to: "domains" }}
      about={shown && <State domain={shown} />}
      actions={shown && (
        <Button
          variant="main"
          icon="refresh"
          isPending={check.isPending}
          onPress={() => check.mutate()}
        >
          {t("domains.check")}
        </Button>
      )}
    >
      {check.error && <FailureNote error={check.error} />}
      <Loaded query={domain} lines={8}>{(answer) => <Parts domain={answer} />}</Loaded>
    </Page>
  );
}

function State({ domain }: { domain: Domain }) {
  return (
    <span className="row-wrap">
      {isForTrial(domain)
        ? <Badge tone="info" icon="info">{t("domains.trial")}</Badge>
        : <Status value={domain.verified ? "VERIFIED" : "UNVERIFIED"} />}
      {domain.lastCheckedAt
        ? (
          <>
            {t("domains.checked")} <Time at={domain.lastCheckedAt} />
          </>
        )
        : t("domains.neverChecked")}
    </span>
  );
}

function Parts({ domain }: { domain: Domain }) {
  const isAdmin = useHasRole("ADMIN");
  return (
    <>
      {isForTrial(domain)
        ? <Note tone="info">{t("domains.trialText")}</Note>
        : domain.verified
        ? <Note tone="good">{t("domains.verifiedText", { domain: domain.domain })}</Note>
        : <Note tone="watch">{t("domains.unverifiedText")}</Note>}
      <section className="stack-small" aria-labelledby="records">
        <h2 id="records">{t("domains.records")}</h2>
        <p className="soft">{t("domains.recordsText")}</p>
        {domain.records.map((record) => (
          <RecordCard key={record.type + record.host + record.value} record={record} domain={domain.domain} />
        ))}
      </section>
      {domain.notices.length > 0 && (
        <Note tone="info">
          <p>{t("domains.notices")}</p>
          <ul className="note-list">{domain.notices.map((notice) => <li key={notice}>{translate(notice)}</li>)}</ul>
        </Note>
      )}
      <section className="stack-small" aria-labelledby="zone">
        <h2 id="zone">{t("domains.zone")}</h2>
        <p className="soft">{t("domains.zoneText")}</p>
        <Snippet label={t("domains.zone")} samples={[{ id: "zone", label: "BIND", code: domain.zoneFile }]} />
      </section>
      {isAdmin && <KeyAndRemoval domain={domain} />}
    </>
  );
}
