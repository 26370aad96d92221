/** Members of the API's answers about templates, as these pages read them. */
export interface Template {
  id: string;
  name: string;
  description: string | null;
  subject: string;
  body?: string | null;
  from: string | null;
  fromName: string | null;
  replyTo: string | null;
  type: string;
  version?: number;
  createdAt: string;
  updatedAt: string;
}

export interface Usage {
  campaigns: { id: string; name: string }[];
  workflowSteps: { id?: string; name?: string; workflowId?: string; workflowName?: string }[];
  canDelete: boolean;
}
