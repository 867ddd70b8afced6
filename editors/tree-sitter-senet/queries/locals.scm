(statement) @local.scope
(variable) @local.reference
