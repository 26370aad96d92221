-- Deleted projects, whose images are removed from the folders of all nodes and from the bucket. Written by the deletion of a project and
-- read by the nodes that serve images (uploads.ImageDeletionStore). A row stays: a node that was away may come back with its folder, and
-- an image that was being uploaded meanwhile is found later.
CREATE TABLE image_deletions (
    deleted_project uuid        PRIMARY KEY,
    deleted_at      timestamptz NOT NULL DEFAULT now(),
    -- When a node looks for images in the bucket next; NULL when all are removed.
    bucket_due_at   timestamptz DEFAULT now()
);
