; Every line of AGD begins at column 0: there is nothing to indent.
(fence_body) @extend.prevent-once
