import { useEffect, useState } from "react";
import { Page } from "../app/page.tsx";
import { oneOf, useQueryState } from "../base/address.ts";
import { apiAddress } from "../base/api.ts";
import { useAnswer, useList } from "../base/data.ts";
import { t } from "../base/words.ts";
import { filterOf } from "../conditions/filter.ts";
import { withConditions } from "../conditions/load.ts";
import { Button, ButtonLink } from "../kit/form/button.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Filters } from "../kit/form/filters.tsx";
import { Icon } from "../kit/icon.tsx";
import { Empty, loadable, Skeleton } from "../kit/states.tsx";
import { Table } from "../kit/table.tsx";
import { AddContact } from "./add.tsx";
import type { Contact, FieldInfo } from "./api.ts";
import { BulkBar } from "./bulk.tsx";
import { ColumnsMenu, useColumns } from "./columns.tsx";
import { columnsOf } from "./list-columns.tsx";

const ByConditions = loadable(() => withConditions(import("./by-conditions.tsx")));

export default function ContactList() {
  const [{ search, subscribed, sort, dir, ...rest }] = useQueryState();
  const group = filterOf(rest.condition);
  const condition = group && rest.condition;
  const [selected, setSelected] = useState(new Set<string>());
  const [isAll, setAll] = useState(false);
  const choose = (ids: Set<string>) => {
    setSelected(ids);
    setAll(false);
  };
  // Rows that are not on the screen any more are deselected.
  useEffect(() => choose(new Set()), [search, subscribed, condition]);
  const [adding, setAdding] = useState(false);
  const query = {
    search,
    subscribed: subscribed ? subscribed === "true" : undefined,
    condition,
    sort: oneOf(["email", "createdAt"] as const, sort),
    dir: oneOf(["asc", "desc"] as const, dir),
    limit: 100,
  };
  const list = useList("/contacts", { query }, {
    topics: ["contact", "job"],
  });
  const fields = useAnswer("/contacts/fields");
  const custom: FieldInfo[] = (fields.data?.fields ?? []).filter((field: FieldInfo) => field.isCustom);
  const [shown, setShown] = useColumns(custom);
  const numbers = new Set(custom.filter((field) => field.type === "number").map((field) => field.field));
  const loaded = list.rows.map(({ id }) => id);
  const found = {
    filter: {
      ...(search ? { search } : {}),
      ...(subscribed ? { subscribed: subscribed === "true" } : {}),
      ...(group ? { condition: group } : {}),
    },
    total: list.total ?? 0,
  };
  const isEmpty = list.isSuccess && list.rows.length === 0;
  const isFiltered = Boolean(search || subscribed || condition);
  const add = (
    <Button variant="main" icon="plus" data-new="" onPress={() => setAdding(true)}>{t("contacts.add")}</Button>
  );
  return (
    <Page
      title={t("app.page.contacts")}
      actions={
        <>
          <ButtonLink to="contacts/fields" icon="tag">{t("app.page.fields")}</ButtonLink>
          <a
            className="button button-plain"
            href={apiAddress("/contacts/export", { search, subscribed, condition }, true)}
            download
          >
            <Icon name="download" />
            {t("contacts.export")}
          </a>
          <ButtonLink to="contacts/import" icon="upload">{t("contacts.import")}</ButtonLink>
          {add}
        </>
      }
    >
      <div>
        <Filters
          search={t("contacts.search")}
          total={list.total}
          chips={[{
            name: "subscribed",
            label: t("contacts.status"),
            options: [
              { id: "true", label: t("status.SUBSCRIBED") },
              { id: "false", label: t("status.UNSUBSCRIBED") },
            ],
          }]}
        >
          <ByConditions />
          {custom.length > 0 && <ColumnsMenu fields={custom} shown={shown} onChange={setShown} />}
        </Filters>
        {list.error && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && !list.error && <Skeleton lines={8} />}
        {isEmpty && isFiltered && (
          <Empty icon="search" title={t("contacts.noneFound")}>
            <p>{t(subscribed || condition ? "contacts.noneFits" : "contacts.noneFoundText")}</p>
          </Empty>
        )}
        {isEmpty && !isFiltered && (
          <Empty
            icon="people"
            title={t("contacts.empty")}
            action={<ButtonLink to="contacts/import" icon="upload">{t("contacts.import")}</ButtonLink>}
          >
            <p>{t("contacts.emptyText")}</p>
          </Empty>
        )}
        {list.rows.length > 0 && (
          <Table<Contact>
            label={t("app.page.contacts")}
            columns={columnsOf(shown, numbers)}
            rows={list.rows}
            idOf={(contact) => contact.id}
            to={(contact) => `contacts/${contact.id}`}
            total={list.total}
            hasMore={list.hasNextPage}
            loadMore={() => list.isFetchingNextPage || void list.fetchNextPage()}
            selection={{ ids: isAll ? new Set(loaded) : selected, onChange: choose }}
          />
        )}
      </div>
      <BulkBar
        ids={selected}
        all={isAll ? found : undefined}
        more={!isAll && list.hasNextPage && loaded.every((id) => selected.has(id)) ? found : undefined}
        onAll={() => setAll(true)}
        onDone={() => choose(new Set())}
      />
      <AddContact isOpen={adding} onClose={() => setAdding(false)} />
    </Page>
  );
}
