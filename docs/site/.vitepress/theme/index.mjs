import theme from 'vitepress/theme-without-fonts'

import HomePage from './HomePage.vue'
import TryIt from './TryIt.vue'
import './style.css'

export default {
  extends: theme,
  enhanceApp({ app }) {
    app.component('HomePage', HomePage)
    app.component('TryIt', TryIt)
  },
}
