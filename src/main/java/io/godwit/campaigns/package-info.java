/**
 * Campaigns: one mail to many, once.
 *
 * <p><b>States.</b> DRAFT, SCHEDULED, SENDING, PAUSED, SENT, CANCELLED. Every move is one compare-and-set UPDATE that also
 * raises the campaign's fence, so of many calls at once one wins, and whoever works for an older state stops.
 *
 * <p><b>Sending.</b> {@code CampaignWorker} claims a campaign that has something to do, does a bounded part of it and gives it back:
 * it begins what is scheduled, freezes the audience, walks over it in pages, and ends a campaign whose last mail has ended. A
 * page is one transaction: one {@code INSERT … SELECT} into log and queue, and how far the walk has come. Each member of the
 * audience becomes one row of the log, a refused one too, so the books balance by counting rows, and nothing is counted twice
 * after a crash. What is said is one content, written when sending begins; whom it is said to is read at the first attempt.
 *
 * <p><b>Who is meant</b> is settled when sending begins: all contacts there are by their time of creation, a segment or a filter
 * by one statement that writes the ids down. Who may not be mailed is looked up three times: in the walk, when the attempt
 * begins, and whenever somebody asks.
 *
 * <p><b>Stopping.</b> A cancelled campaign's queue is emptied in bounded batches, and then its rows of the log are written off page
 * by page; a paused one's queue is moved to a lane nobody serves, where each mail keeps its place. None of it has to be quick: the
 * statement that begins an attempt reads the state of the campaign, and so does whoever counts or lists its mail.
 *
 * <p><b>At the limit of the month</b> a campaign makes as much mail as may still be accepted, lets that go out, and pauses with
 * the reason; sending or resuming one that does not fit is refused.
 */
@NullMarked
package io.godwit.campaigns;

import org.jspecify.annotations.NullMarked;
