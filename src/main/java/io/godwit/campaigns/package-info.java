/**
 * Campaigns: one email to many contacts, once.
 *
 * <p><b>States.</b> DRAFT, SCHEDULED, SENDING, PAUSED, SENT, CANCELLED. Every transition is one compare-and-set UPDATE that also
 * raises the campaign's fence, so of many calls at once one wins, and a worker with an older state stops.
 *
 * <p><b>Sending.</b> {@code CampaignWorker} claims a campaign with work to do, does a bounded part of it and releases it: it
 * begins scheduled campaigns, freezes the audience, inserts its emails in pages, and ends a campaign whose last email has ended.
 * A page is one transaction: one {@code INSERT … SELECT} into {@code emails} and {@code outbox}, and the position in the
 * audience. Each member of the audience becomes one row of {@code emails}, a refused one too, so counting rows gives audience =
 * sent + skipped + failed + cancelled, and nothing is counted twice after a crash. The content is one row, written when sending
 * begins; the data of the contact is read at the first attempt.
 *
 * <p><b>The audience</b> is frozen when sending begins: all contacts by their time of creation, a segment or a filter by one
 * statement that writes the ids down. Whether a contact may be mailed is checked when its email is inserted, and again when the
 * attempt begins.
 *
 * <p><b>Stopping.</b> The outbox rows of a cancelled campaign are deleted in bounded batches, and then its pending rows of
 * {@code emails} are cancelled page by page; the outbox rows of a paused one are moved to a lane that is not served, where they
 * keep their order. None of it has to be quick: the statement that begins an attempt reads the state of the campaign, and so do
 * the statements that count and list its emails.
 *
 * <p><b>At the limit of the month</b> a campaign inserts as many emails as may still be accepted, sends those, and pauses with
 * the reason; sending or resuming one that does not fit is refused.
 */
@NullMarked
package io.godwit.campaigns;

import org.jspecify.annotations.NullMarked;
