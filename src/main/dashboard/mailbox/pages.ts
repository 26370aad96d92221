import type { Feature } from "../base/feature.ts";

const load = () => import("./mailbox.tsx");

export default {
  name: "mailbox",
  pages: [
    {
      path: "mailbox",
      title: "app.page.mailbox",
      load,
      nav: { order: 40, icon: "mailbox", group: "more", shown: (facts) => facts.catchesEmails },
      keywords: "caught message mail email inbox test",
    },
    { path: "mailbox/:id", title: "app.page.mailbox", load },
  ],
} satisfies Feature;
