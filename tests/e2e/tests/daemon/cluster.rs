//! A node of a Redis Cluster: the keys of a document must be on one node, which a hash tag does.

use redis::{Commands, cmd};

use crate::model::{Keys, check, push};
use crate::operations::DOCUMENT;
use crate::processes::DaemonProcess;
use crate::redis_server::{RedisServer, within};

#[test]
fn documents_with_a_hash_tag_work_on_a_cluster() {
    let redis = RedisServer::start(&["--cluster-enabled", "yes"]);
    let mut connection = redis.connection();
    cmd("CLUSTER").arg("ADDSLOTSRANGE").arg(0).arg(16383).exec(&mut connection).expect("Redis answers");
    let keys = Keys::of("doc:{7}");
    within("the cluster is ready", || connection.hset::<_, _, _, ()>(&keys.state, "content", DOCUMENT).ok());
    let operation = br#"{"kind":"append_item","target":"findings","payload":{"text":"x"}}"#;
    push(&mut connection, &keys.stream, operation).expect("Redis answers");
    push(&mut connection, &Keys::of("doc:8").stream, operation).expect("Redis answers");
    let daemon = DaemonProcess::start(&redis.url(), &["--documents", "doc:*", "--lease", "0.4"]);
    assert_eq!(check(&mut connection, &keys, DOCUMENT), ["applied"]);
    let mut lines = Vec::new();
    within("the error names the hash tag", || {
        lines.extend(daemon.log());
        lines.iter().any(|line| line.contains("doc:8:ops") && line.contains("hash tag")).then_some(())
    });
}
