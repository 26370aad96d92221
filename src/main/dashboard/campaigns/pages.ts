import type { Feature } from "../base/feature.ts";
import { withConditions } from "../conditions/load.ts";
import { withReasons } from "../reasons/load.ts";
import { withWriting } from "../writing/load.ts";

export default {
  name: "campaigns",
  pages: [
    {
      path: "campaigns",
      title: "app.page.campaigns",
      load: () => import("./list.tsx"),
      nav: { order: 70, icon: "campaign", group: "work", key: "a" },
      keywords: "newsletter broadcast mailing",
    },
    {
      path: "campaigns/new",
      title: "app.page.campaign",
      load: () => withConditions(withWriting(import("./create.tsx"))),
    },
    {
      path: "campaigns/:id",
      title: "app.page.campaign",
      load: () => withReasons(withConditions(withWriting(import("./campaign.tsx")))),
    },
    {
      path: "campaigns/:id/edit",
      title: "app.page.campaign",
      load: () => withConditions(withWriting(import("./edit.tsx"))),
    },
    {
      path: "campaigns/:id/recipients",
      title: "app.page.campaign",
      load: () => withReasons(import("./recipients.tsx")),
    },
  ],
} satisfies Feature;
