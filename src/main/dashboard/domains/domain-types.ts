/** A sender domain as the API shows it. */
export interface Domain {
  id: string;
  domain: string;
  verified: boolean;
  dkimTokens: string[];
  createdAt: string;
  lastCheckedAt: string | null;
  verifiedAt: string | null;
  records: DnsRecord[];
  notices: string[];
  zoneFile: string;
}

export interface DnsRecord {
  type: string;
  host: string;
  value: string;
  priority: number | null;
  purpose: string;
  required: boolean;
  description: string;
  status: "pending" | "valid" | "invalid" | "missing" | "unknown";
  found: string | null;
  problem: string | null;
}

/** True for a domain that is used to try things out: it is verified, and DNS was never asked about it. */
export const isForTrial = (domain: Domain) => domain.verified && !domain.lastCheckedAt;
