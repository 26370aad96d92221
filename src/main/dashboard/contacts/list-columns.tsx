import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { STATUS_TRACK } from "../kit/statuses.ts";
import type { Column } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import { type Contact, plainName, textOf } from "./api.ts";

/** The columns of the list: address, status, the chosen fields, and the time it was created; `numbers` are aligned to the end. */
export function columnsOf(fields: string[], numbers: Set<string>): Column<Contact>[] {
  return [
    {
      id: "email",
      header: t("contacts.email"),
      cell: (contact) => contact.email,
      width: "minmax(0, 2.4fr)",
      sort: "email",
    },
    {
      id: "subscribed",
      header: t("contacts.status"),
      cell: (contact) => <Status value={contact.subscribed ? "SUBSCRIBED" : "UNSUBSCRIBED"} />,
      width: STATUS_TRACK,
    },
    ...fields.map((field): Column<Contact> => ({
      id: field,
      header: plainName(field),
      cell: (contact) => textOf(contact.data[plainName(field)]) || <span className="soft">–</span>,
      hide: "narrow",
      ...(numbers.has(field) && { align: "end" }),
    })),
    {
      id: "createdAt",
      header: t("contacts.created"),
      cell: (contact) => <Time at={contact.createdAt} />,
      width: "150px",
      align: "end",
      sort: "createdAt",
      hide: "medium",
    },
  ];
}
