/**
 * The security state of projects: how much of what they send bounces or is complained of, and what follows.
 *
 * <p>Rates are counted over mail that left us, from the counts reports keep and the events behind them. Mail that was never
 * handed over dilutes nothing; mail a server refused at the door was mailed and bounced. No level is told from a handful: a rate
 * speaks from a hundred mails and some bounces on, and only a young project is measured by numbers alone.
 *
 * <p>Whatever appends a bounce or a complaint leaves a row; a job judges the projects it names. A bad rate is first a warning
 * by mail, then, where the setting allows it, a suspension with its evidence in the history. What has led to one suspension
 * does not lead to another: the rate of all times is judged only with fresh bounces. A suspension ends by itself when it has
 * lasted for some time and the week's rates are good again, and its owners can ask for another look before.
 */
@NullMarked
package io.godwit.reputation;

import org.jspecify.annotations.NullMarked;
