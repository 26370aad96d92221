import type { DomainResponse, RecordResponse } from "../generated/api.ts";

/** A sender domain as the API shows it. */
export type Domain = DomainResponse;

export type DnsRecord = RecordResponse;

/** True for a domain that is used to try things out: it is verified, and DNS was never asked about it. */
export const isForTrial = (domain: Domain) => domain.verified && !domain.lastCheckedAt;
