package io.godwit.reports;

/** The numbers of contacts that were created, that subscribed again, and that unsubscribed. */
record AudienceChange(long created, long subscribed, long unsubscribed) {

    static final AudienceChange NONE = new AudienceChange(0, 0, 0);

    AudienceChange plus(AudienceChange other) {
        return new AudienceChange(
                created + other.created, subscribed + other.subscribed, unsubscribed + other.unsubscribed);
    }

    /** The contacts that came less those that went. */
    long net() {
        return created + subscribed - unsubscribed;
    }
}
