import { useState } from "react";
import { useQueryState } from "../base/address.ts";
import { useAnswer, useChange } from "../base/data.ts";
import { formatNumber } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { Button } from "../kit/form/button.tsx";
import { Checkbox } from "../kit/form/choice.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import { Empty, Loaded } from "../kit/states.tsx";
import { STATUS_TRACK } from "../kit/statuses.ts";
import { type Column, Table } from "../kit/table.tsx";
import { showFailure, showToast } from "../kit/toast.tsx";
import type { Member, Segment } from "./api.ts";

const SIZE = 50;

const columns = (): Column<Member>[] => [
  { id: "email", header: t("segments.email"), cell: (member) => member.email, width: "minmax(120px, 2fr)" },
  {
    id: "subscribed",
    header: t("segments.status"),
    cell: (member) => <Status value={member.subscribed ? "SUBSCRIBED" : "UNSUBSCRIBED"} />,
    width: STATUS_TRACK,
  },
];

/** The members of a segment, fifty at a time; those of a static one are added and removed here. */
export function Members({ segment }: { segment: Segment }) {
  const [query, setQuery] = useQueryState();
  const page = Math.max(1, Number(query.page) || 1);
  const isStatic = segment.type === "STATIC";
  const [selected, setSelected] = useState(new Set<string>());
  const members = useAnswer("/segments/{id}/contacts", {
    path: { id: segment.id },
    query: { page, pageSize: SIZE },
  }, { topics: [`segment:${segment.id}`] });
  const remove = useChange("delete", "/segments/{id}/members", {
    refreshes: ["/segments"],
    onDone: () => setSelected(new Set()),
  });
  const removeMembers = (emails: string[]) => {
    const call = { path: { id: segment.id }, body: { emails } };
    remove.mutate(call, { onError: showFailure });
  };
  return (
    <div className="stack">
      {isStatic && <AddMembers segment={segment} />}
      <Loaded query={members} lines={6}>
        {(answer) => {
          const rows = answer.data;
          if (rows.length === 0 && page === 1) {
            return (
              <Empty icon="people" title={t("segments.nobody")}>
                <p>{t(isStatic ? "segments.nobodyStatic" : "segments.nobodyText")}</p>
              </Empty>
            );
          }
          const emails = rows.filter((row) => selected.has(row.id)).map((row) => row.email);
          return (
            <>
              {emails.length > 0 && (
                <div>
                  <Button variant="danger" isPending={remove.isPending} onPress={() => removeMembers(emails)}>
                    {t("segments.takeOut", { count: emails.length })}
                  </Button>
                </div>
              )}
              <Table<Member>
                label={t("segments.members")}
                columns={columns()}
                rows={rows}
                idOf={(member) => member.id}
                to={(member) => `contacts/${member.id}`}
                total={answer.total}
                {...(isStatic ? { selection: { ids: selected, onChange: setSelected } } : {})}
              />
              {(answer.total > SIZE || page > 1) && (
                <div className="spread">
                  <Button icon="left" isDisabled={page === 1} onPress={() => setQuery({ page: String(page - 1) })}>
                    {t("segments.before")}
                  </Button>
                  <span className="soft">
                    {answer.counted
                      ? t("segments.pageOf", { page, pages: Math.ceil(answer.total / SIZE) })
                      : t("segments.pageCounting", { page, number: formatNumber(answer.total) })}
                  </span>
                  <Button
                    icon="right"
                    isDisabled={page * SIZE >= answer.total}
                    onPress={() => setQuery({ page: String(page + 1) })}
                  >
                    {t("segments.after")}
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function AddMembers({ segment }: { segment: Segment }) {
  const [text, setText] = useState("");
  const [createMissing, setCreate] = useState(false);
  const add = useChange("post", "/segments/{id}/members", {
    refreshes: ["/segments"],
    onDone: ({ added, notFound }: { added: number; notFound: string[] }) => {
      showToast(t("segments.added", { count: added }));
      if (notFound.length > 0) showFailure(t("segments.notFound", { emails: notFound.join(", ") }));
      setText(notFound.join("\n"));
    },
  });
  const emails = text.split(/[\s,;]+/).filter(Boolean);
  return (
    <section className="sheet">
      <Form
        error={add.error}
        onSubmit={() => add.mutate({ path: { id: segment.id }, body: { emails, createMissing } })}
      >
        <Field
          label={t("segments.addEmails")}
          name="emails"
          hint={t("segments.addHint")}
          lines={2}
          value={text}
          onChange={setText}
        />
        <div className="row-wrap">
          <Button type="submit" isDisabled={emails.length === 0} isPending={add.isPending}>
            {t("segments.addOk")}
          </Button>
          <Checkbox isSelected={createMissing} onChange={setCreate}>{t("segments.createMissing")}</Checkbox>
        </div>
      </Form>
    </section>
  );
}
