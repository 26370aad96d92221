import { Page } from "../app/page.tsx";
import { useQueryState } from "../base/address.ts";
import { t } from "../base/words.ts";
import { Tabs } from "../kit/tabs.tsx";
import { Campaigns } from "./campaigns.tsx";
import { Deliverability } from "./deliverability.tsx";
import { Leaderboards } from "./leaderboards.tsx";
import { Links } from "./links.tsx";
import { Overview } from "./overview.tsx";
import { PeriodBar } from "./period-bar.tsx";

const WITH_STREAM = [undefined, "deliverability"];
const WITH_MACHINES = [undefined, "campaigns", "links"];

/** The numbers of a project over a period: what was sent, what came of it, and what did best. */
export default function Analytics() {
  const [{ tab }] = useQueryState();
  return (
    <Page title={t("app.page.analytics")} about={t("analytics.about")}>
      <PeriodBar hasStream={WITH_STREAM.includes(tab)} hasMachines={WITH_MACHINES.includes(tab)} />
      <Tabs
        label={t("app.page.analytics")}
        parts={[
          { id: "overview", label: t("analytics.overview"), content: () => <Overview /> },
          { id: "campaigns", label: t("analytics.campaigns"), content: () => <Campaigns /> },
          { id: "rankings", label: t("analytics.rankings"), content: () => <Leaderboards /> },
          { id: "links", label: t("analytics.links"), content: () => <Links /> },
          { id: "deliverability", label: t("analytics.deliverability"), content: () => <Deliverability /> },
        ]}
      />
    </Page>
  );
}
