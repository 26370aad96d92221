import { useState } from "react";
import { Page } from "../app/page.tsx";
import { useQueryState } from "../base/address.ts";
import { useAnswer, useChange } from "../base/data.ts";
import type { PageProps } from "../base/feature.ts";
import { useRouter } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { Filters } from "../kit/form/filters.tsx";
import { Empty, Loaded } from "../kit/states.tsx";
import { matching } from "./caught.ts";
import { Heads } from "./heads.tsx";
import { Reader } from "./reader.tsx";

/** So many of the newest heads are fetched and searched. */
const NEWEST = 1000;

/** The messages that were caught instead of leaving this machine: a list, and beside it the one that is open. */
export default function Mailbox({ params }: PageProps) {
  const [{ search = "" }] = useQueryState();
  const [clears, setClears] = useState(false);
  const { open } = useRouter();
  const heads = useAnswer("/dev/mailbox/messages", { query: { heads: true, limit: NEWEST } }, { topics: ["mailbox"] });
  const clear = useChange("delete", "/dev/mailbox/messages", {
    refreshes: ["/dev/mailbox"],
    onDone: () => {
      setClears(false);
      open("mailbox");
    },
  });
  const all = heads.data ?? [];
  const count = all.length >= NEWEST ? `${NEWEST}+` : String(all.length);
  return (
    <Page
      title={t("app.page.mailbox")}
      about={t("mailbox.about")}
      actions={
        <>
          <Button icon="refresh" onPress={() => void heads.refetch()}>{t("mailbox.refresh")}</Button>
          {all.length > 0 && (
            <Button variant="danger" icon="trash" onPress={() => setClears(true)}>{t("mailbox.clear")}</Button>
          )}
        </>
      }
    >
      <Loaded query={heads} lines={8}>
        {() =>
          all.length === 0 && !params.id
            ? <EmptyList />
            : (
              <div className={`mailbox${params.id ? " mailbox-reading" : ""}`}>
                <div className="mailbox-list">
                  <Filters search={t("mailbox.search")} total={matching(all, search).length} />
                  <Heads heads={matching(all, search)} chosen={params.id} />
                </div>
                <Reader id={params.id} />
              </div>
            )}
      </Loaded>
      <Confirm
        title={t("mailbox.clearTitle")}
        action={t("mailbox.clear")}
        isDanger
        isOpen={clears}
        isPending={clear.isPending}
        error={clear.error}
        onClose={() => setClears(false)}
        onConfirm={() => clear.mutate({})}
      >
        <p>{t("mailbox.clearText", { count })}</p>
      </Confirm>
    </Page>
  );
}

function EmptyList() {
  return (
    <Empty icon="mailbox" title={t("mailbox.empty")}>
      <p>{t("mailbox.emptyText")}</p>
    </Empty>
  );
}
