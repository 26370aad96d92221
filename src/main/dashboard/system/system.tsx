import { Page } from "../app/page.tsx";
import { useAnswer } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Loaded } from "../kit/states.tsx";
import { Tabs } from "../kit/tabs.tsx";
import type { System } from "./api.ts";
import { Backups } from "./backups.tsx";
import { Certificates } from "./certificates.tsx";
import { Database } from "./database.tsx";
import { Delivery } from "./delivery.tsx";
import { Log } from "./log.tsx";
import { Nodes } from "./nodes.tsx";
import { Queues } from "./queues.tsx";
import { Replies } from "./replies.tsx";
import { Settings } from "./settings.tsx";
import { Transport } from "./transport.tsx";

/** The state of the whole installation, for those who run it. */
export default function SystemPage() {
  const system = useAnswer("/system", {}, {
    topics: ["queue"],
    counts: (answer, counts) => ({ ...answer, ...counts }),
  });
  const { version, schemaVersion } = system.data ?? {};
  return (
    <Page
      title={t("app.page.system")}
      about={version && t("system.about", { version, schema: schemaVersion })}
    >
      <Loaded query={system} lines={10}>{(data) => <Parts system={data} />}</Loaded>
    </Page>
  );
}

function Parts({ system }: { system: System }) {
  const overview = () => (
    <div className="stack">
      <Transport transport={system.transport} />
      <Delivery />
      <Queues queues={system.queues} />
      <Backups backups={system.backups} />
      <Nodes nodes={system.nodes} />
      <Certificates certificates={system.certificates} />
    </div>
  );
  return (
    <Tabs
      label={t("app.page.system")}
      parts={[
        { id: "overview", label: t("system.overview"), content: overview },
        { id: "database", label: t("system.database"), content: () => <Database system={system} /> },
        { id: "settings", label: t("system.settings"), content: () => <Settings settings={system.settings} /> },
        {
          id: "replies",
          label: t("system.replies", { count: system.unmatchedReplies.length }),
          content: () => <Replies replies={system.unmatchedReplies} />,
        },
        {
          id: "log",
          label: t("system.log", { count: system.warnings.length }),
          content: () => <Log warnings={system.warnings} severalNodes={system.nodes.length > 1} />,
        },
      ]}
    />
  );
}
