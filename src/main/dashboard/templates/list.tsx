import { Page } from "../app/page.tsx";
import { oneOf, useQueryState } from "../base/address.ts";
import { useList } from "../base/data.ts";
import { useRouter } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Button, ButtonLink } from "../kit/form/button.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Filters } from "../kit/form/filters.tsx";
import { Empty, Skeleton } from "../kit/states.tsx";
import { type Column, Table } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import type { Listed } from "./api.ts";
import { classWord } from "./class.ts";

const SORTS = ["name", "updatedAt"] as const;
const CLASSES = ["MARKETING", "TRANSACTIONAL"] as const;

const columns = (): Column<Listed>[] => [
  {
    id: "name",
    header: t("templates.name"),
    cell: (template) => template.name,
    width: "minmax(130px, 1.3fr)",
    sort: "name",
    text: (template) => template.name,
  },
  {
    id: "subject",
    header: t("templates.subject"),
    cell: (template) => template.subject,
    text: (template) => template.subject,
    width: "minmax(0, 2fr)",
    hide: "narrow",
  },
  {
    id: "type",
    header: t("templates.class"),
    cell: (template) => <Badge>{classWord(template.type)}</Badge>,
    text: (template) => classWord(template.type),
    width: "140px",
  },
  {
    id: "changed",
    header: t("templates.changed"),
    cell: (template) => <Time at={template.updatedAt} />,
    sort: "updatedAt",
    text: (template) => template.updatedAt,
    width: "150px",
    align: "end",
    hide: "medium",
  },
];

export default function TemplateList() {
  const [{ search, type, sort, dir }] = useQueryState();
  const { open } = useRouter();
  const list = useList("/templates", {
    query: {
      view: "list",
      search,
      type: oneOf(CLASSES, type),
      sort: oneOf(SORTS, sort),
      dir: oneOf(["asc", "desc"] as const, dir),
      limit: 50,
    },
  }, {
    topics: ["template"],
  });
  const isEmpty = list.isSuccess && list.rows.length === 0;
  const isFiltered = Boolean(search || type);
  return (
    <Page
      title={t("app.page.templates")}
      actions={
        <Button variant="main" icon="plus" data-new="" onPress={() => open("templates/new")}>
          {t("templates.new")}
        </Button>
      }
    >
      <div>
        <Filters
          search={t("templates.search")}
          total={list.total}
          file={{ name: "templates", columns: columns(), rows: list.all }}
          chips={[{
            name: "type",
            label: t("templates.class"),
            options: CLASSES.map((id) => ({ id, label: classWord(id) })),
          }]}
        />
        {list.error && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && !list.error && <Skeleton lines={8} />}
        {isEmpty && (
          <Empty
            icon={isFiltered ? "search" : "template"}
            title={isFiltered ? t("templates.noneFound") : t("templates.empty")}
            action={!isFiltered && <ButtonLink to="templates/new" icon="plus">{t("templates.new")}</ButtonLink>}
          >
            {!isFiltered && <p>{t("templates.emptyText")}</p>}
          </Empty>
        )}
        {list.rows.length > 0 && (
          <Table<Listed>
            label={t("app.page.templates")}
            columns={columns()}
            rows={list.rows}
            idOf={(template) => template.id}
            to={(template) => `templates/${template.id}`}
            total={list.total}
            hasMore={list.hasNextPage}
            loadMore={() => list.isFetchingNextPage || void list.fetchNextPage()}
          />
        )}
      </div>
    </Page>
  );
}
