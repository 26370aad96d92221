import { useState } from "react";
import { Page } from "../app/page.tsx";
import { useAnswer } from "../base/data.ts";
import { formatDuration } from "../base/duration.ts";
import { formatNumber } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Button } from "../kit/form/button.tsx";
import { Count, Figure, Figures } from "../kit/chart/number.tsx";
import { Empty, Loaded } from "../kit/states.tsx";
import { type Act, Command } from "./command.tsx";
import { isStopped, type Site, sitesOf, stateOf } from "./site.ts";
import { OneSource } from "./source.tsx";

/** One site: how much waits for it, how fast it is sent to, why nothing starts, and what it said. */
export function OneSite({ name }: { name: string }) {
  const answer = useAnswer("/receivers", { query: { site: name } }, { topics: ["queue"] });
  const site = sitesOf(answer.data?.receivers ?? [])[0];
  const state = site && stateOf(site);
  return (
    <Page
      title={name}
      above={{ label: t("app.page.receivers"), to: "receivers" }}
      about={state && (
        <span className="row-wrap">
          <Badge tone={state.tone} icon={state.icon}>{state.label}</Badge>
          {site.provider}
        </span>
      )}
      actions={site && <Actions site={site} />}
    >
      <Loaded query={answer} lines={8}>{() => site ? <Details site={site} /> : <Unknown />}</Loaded>
    </Page>
  );
}

function Unknown() {
  return (
    <div className="sheet">
      <Empty icon="send" title={t("receivers.unknown")}>
        <p>{t("receivers.unknownText")}</p>
      </Empty>
    </div>
  );
}

function Actions({ site }: { site: Site }) {
  const [act, setAct] = useState<Act>();
  const isAnyStopped = site.sources.some(isStopped);
  return (
    <>
      {isAnyStopped && (
        <>
          <Button icon="refresh" onPress={() => setAct("try-now")}>{t("receivers.try-now")}</Button>
          <Button icon="play" onPress={() => setAct("resume")}>{t("receivers.resume")}</Button>
        </>
      )}
      <Button icon="pause" onPress={() => setAct("pause")}>{t("receivers.pause")}</Button>
      {act && <Command act={act} site={site} onClose={() => setAct(undefined)} />}
    </>
  );
}

function Details({ site }: { site: Site }) {
  const { queued, oldestSeconds, perHour, openConnections, maxConnections, sources } = site;
  return (
    <div className="stack">
      <Figures>
        <Figure
          label={t("receivers.queued")}
          hint={oldestSeconds ? t("receivers.oldest", { age: formatDuration(oldestSeconds) }) : undefined}
        >
          <Count value={queued ?? 0} />
        </Figure>
        <Figure label={t("receivers.perHour")}>{formatNumber(perHour)}</Figure>
        <Figure label={t("receivers.connections")}>
          {t("receivers.connectionsOf", { open: openConnections, most: maxConnections })}
        </Figure>
      </Figures>
      {sources.map((source) => <OneSource key={source.source} source={source} />)}
    </div>
  );
}
